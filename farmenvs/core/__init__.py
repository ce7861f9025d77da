"""The engine room: what is the same for all games.  Imports NumPy and (lazily) Numba only.

Read `contract` first: it says what a game is.  `jit` turns a game's plain functions into kernels,
`driver`, `single` and `players` hold the loops over them, `game`, `state` and `view` are the Python
face, `batch` steps thousands of games at once.
"""
