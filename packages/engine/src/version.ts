/** Changes whenever equal inputs may give other results than before. Part of every result and of its hash. */
export const ENGINE_VERSION = '2.2.0'
