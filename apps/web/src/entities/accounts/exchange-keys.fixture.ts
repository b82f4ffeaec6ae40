import type { ExchangeConnection } from '@tradeloom/contracts'

export const KEY: ExchangeConnection = {
  id: '02a1fcbd-ca32-7065-a0e0-bc608310879a',
  type: 'live',
  broker: 'BINANCE',
  formStyle: 4,
  apiKey: '…1234',
  created: Date.UTC(2026, 10, 1),
  lastUsed: null,
  connectionError: null,
  isRefused: false,
  warning: null,
  isInPackage: true,
  connected: true,
  guardianKey: null,
}
