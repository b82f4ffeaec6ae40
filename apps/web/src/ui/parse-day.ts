/** Reads a typed day, `3/29/2024` or `2024-03-29`, as `YYYY-MM-DD`; null for anything else, also for February 30. */
export function parseDay(text: string): string | null {
  const typed = text.trim()
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed) ?? []
  const iso = month === undefined ? typed : `${year}-${month.padStart(2, '0')}-${day?.padStart(2, '0')}`
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return null
  const time = Date.parse(`${iso}T00:00:00Z`)
  // February 30 is read as March 1.
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(iso) ? iso : null
}
