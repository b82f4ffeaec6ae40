const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?)?$/

/**
 * UTC milliseconds of ISO 8601 text; a date alone is its start, and a time without a zone is UTC. NaN for other text.
 */
export function readIsoTime(text: string): number {
  const [, day, clock = '00:00', zone = 'Z'] = ISO.exec(text) ?? []
  if (day === undefined || clock.startsWith('24')) return Number.NaN
  const midnight = Date.parse(`${day}T00:00Z`)
  // February 30 would be a day of March.
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day)
  return isDay ? Date.parse(`${day}T${clock}${zone}`) : Number.NaN
}
