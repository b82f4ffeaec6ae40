import type { SharpeSample, TrialMoments } from '@tradeloom/metrics'

/**
 * How much of the best result luck explains. Null where the data does not suffice. Sharpe ratios are those of the metrics,
 * per day and above the risk-free rate; what is compared with not trading at all has no risk-free rate.
 */
export interface Luck {
  /** Trials that traded differently, those that were cut included. */
  readonly distinctTrials: number
  readonly days: number
  /** Days in a year, for annualized ratios. */
  readonly perYear: number
  /** Distinct trials of the whole lineage. */
  readonly lineageTrials: number
  /** Moments of this optimization alone: its line in the ledger of the lineage. */
  readonly moments: TrialMoments
  /** Index of the best trial that keeps all constraints. */
  readonly best: number | null
  /** Returns of the best trial, and its Sharpe ratio. */
  readonly sample: SharpeSample | null
  readonly sharpe: number | null
  /** Probability that its true Sharpe ratio is above 1 a year. */
  readonly probabilisticSharpe: number | null
  readonly deflatedSharpe: number | null
  /** Days that a track record like this needs for a probability of 95% to be above 1 a year. */
  readonly minimumTrackRecord: number | null
  /** Best Sharpe ratio that luck explains among the trials of the lineage. */
  readonly luckiestSharpe: number | null
  /** Indexes of the trial with the best surroundings, and of the one in the middle of all. */
  readonly plateauBest: number | null
  readonly median: number | null
  /** Externals whose best value lies at the end of its range. */
  readonly edgeExternals: readonly string[]
  readonly overfittingProbability: number | null
  /** Logits of the winners' ranks in equal bins. */
  readonly overfittingLogits: (Histogram & OverfittingBlocks) | null
  /** p values against not trading. */
  readonly superiorAbility: LuckAbility | null
  readonly realityCheck: number | null
  /** Sharpe ratios of the distinct trials in equal bins; the first one includes those far below the others. */
  readonly sharpes: Histogram | null
}

export interface LuckAbility {
  readonly lower: number
  readonly consistent: number
  readonly upper: number
  /** Null if every trial traded on too few days. */
  readonly studentized: {
    readonly p: number
    /** The largest mean by its deviation, among all trials and in each draw without an edge. */
    readonly statistic: number
    readonly drawn: Histogram
  } | null
}

export interface OverfittingBlocks {
  readonly blocks: number
  /** The oldest days, which do not fill a block of equal length and are left out. */
  readonly leftOut: number
}

export interface Histogram {
  readonly from: number
  readonly to: number
  readonly counts: readonly number[]
}
