/** States which instruments have data if the requested one has none. */
export function noMarketData(id: string, available: string): string {
  return `No market data for ${id}. Available: ${available || 'nothing yet, import some first'}`
}
