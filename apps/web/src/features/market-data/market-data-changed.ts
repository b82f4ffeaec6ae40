import type { QueryClient } from '@tanstack/react-query'

/** Reloads everything that shows prices after they were shared or deleted. */
export function marketDataChanged(client: QueryClient): void {
  for (const kind of ['instruments', 'market-quality', 'market-usage', 'private-data', 'backtest']) {
    void client.invalidateQueries({ queryKey: [kind] })
  }
}
