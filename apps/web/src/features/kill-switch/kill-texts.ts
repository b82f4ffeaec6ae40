export const SILENT = "The switch does not answer. Use your broker's page"
export const STALE = 'This page can no longer use the switch. Reload it, or log in again'
export const ON_PAPER = 'Paper is kept in the database: it closes when that is back, at the first price after'
