import type { Feature } from '../bootstrap/position-draws.ts'

/*
 * What the metrics of positions sum up. They are shared, since a feature is drawn again once however many metrics
 * ask for it.
 */
export const one: Feature = () => 1
export const profitOf: Feature = ({ profit }) => profit
export const gainOf: Feature = ({ profit }) => Math.max(0, profit)
export const lossOf: Feature = ({ profit }) => Math.max(0, -profit)
export const isWin: Feature = ({ profit }) => (profit > 0 ? 1 : 0)
export const isLoss: Feature = ({ profit }) => (profit < 0 ? 1 : 0)
