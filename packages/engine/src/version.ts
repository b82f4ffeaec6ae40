/** Changes whenever equal inputs may give different results. Part of every result and of its hash. */
export const ENGINE_VERSION = '2.7.3'
