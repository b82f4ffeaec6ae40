/** Why orders end that were taken away here, so that others can come or the position can be closed. */
export const WITHDRAWN = 'replaced by Tradeloom'
