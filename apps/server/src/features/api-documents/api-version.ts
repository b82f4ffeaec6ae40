/** Date of the newest change of the API. Changes only add; what is removed is announced half a year before. */
export const API_VERSION = '2026-11-27'
