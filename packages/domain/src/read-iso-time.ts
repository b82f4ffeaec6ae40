const ISO = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/

/** UTC milliseconds of ISO 8601 text; a date alone is its first moment, without a zone it is UTC. NaN for other text. */
export function readIsoTime(text: string): number {
  const day = text.slice(0, 10)
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // The 30th of February would become the 1st of March.
  const isDay = midnight === midnight && new Date(midnight).toISOString().slice(0, 10) === day
  if (!ISO.test(text) || !isDay) return NaN
  const isZoned = text.length === 10 || /(Z|[+-]\d{2}:\d{2})$/.test(text)
  return Date.parse((isZoned ? text : `${text}Z`).replace(' ', 'T'))
}
