export { LabClock } from './lab-clock.ts'
export { type BinanceLab, type BinanceLabOptions, startBinanceLab } from './binance/start-binance-lab.ts'
export { BTCUSDT } from './binance/symbol.ts'
export type { Fault } from './faults/fault.ts'
