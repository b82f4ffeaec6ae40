import type { QueryClient } from '@tanstack/react-query'

/** Holidays decide what is due, so everything that was graded by them is asked for again. */
export function calendarsChanged(client: QueryClient): void {
  for (const kind of ['calendars', 'instruments', 'market-quality']) void client.invalidateQueries({ queryKey: [kind] })
}
