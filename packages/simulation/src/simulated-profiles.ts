/** How a simulated market behaves. */
export interface SimulatedProfile {
  readonly id: string
  readonly seed: number
  /** Price around which it moves. */
  readonly level: number
  /** Typical daily move, as a fraction of the price. */
  readonly dailyMove: number
  /** Typical spread, in units of the smallest price step. */
  readonly spreadSteps: number
  /** Ticks in a minute of typical activity. */
  readonly ticksPerMinute: number
  /** How far its prices wander from those of other venues with this seed, in price steps; 0 if omitted. */
  readonly driftSteps?: number
  /** For 2 s every few minutes it is that far from where it follows, in percent of the price; never if omitted. */
  readonly surprises?: { readonly least: number; readonly most: number }
}

/** The simulated market: its past months are stored, and its venue quotes live. */
export const SIMULATED: readonly SimulatedProfile[] = [
  { id: 'EURUSD:SIM', seed: 11, level: 1.1, dailyMove: 0.0045, spreadSteps: 7, ticksPerMinute: 24 },
  { id: 'GBPUSD:SIM', seed: 23, level: 1.28, dailyMove: 0.005, spreadSteps: 11, ticksPerMinute: 24 },
  { id: 'USDJPY:SIM', seed: 37, level: 148, dailyMove: 0.0055, spreadSteps: 9, ticksPerMinute: 24 },
  { id: 'BTCUSDT:SIM', seed: 53, level: 62_000, dailyMove: 0.022, spreadSteps: 150, ticksPerMinute: 30 },
  { id: 'ETHUSDT:SIM', seed: 71, level: 2_600, dailyMove: 0.028, spreadSteps: 12, ticksPerMinute: 30 },
]

/**
 * A second venue with the same markets. It quotes wider and follows the first one, closer than a spread. Coins are surprised
 * by more: both charge 0.05%, so that about one surprise in five is worth its fees. Only live.
 */
export const SIMULATED_ELSEWHERE: readonly SimulatedProfile[] = SIMULATED.map((profile) => ({
  ...profile,
  id: profile.id.replace(':SIM', ':SIM2'),
  spreadSteps: Math.round(profile.spreadSteps * 1.4),
  driftSteps: Math.round(profile.spreadSteps * 0.6),
  ...(profile.id.includes('USDT') ? { surprises: { least: 0.02, most: 0.125 } } : {}),
}))
