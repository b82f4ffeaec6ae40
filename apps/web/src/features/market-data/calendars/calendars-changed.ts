import type { QueryClient } from '@tanstack/react-query'

/** Holidays decide which data is expected, so everything graded by them is reloaded. */
export function calendarsChanged(client: QueryClient): void {
  for (const kind of ['calendars', 'instruments', 'market-quality']) void client.invalidateQueries({ queryKey: [kind] })
}
