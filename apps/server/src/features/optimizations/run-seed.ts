/** Seed of every backtest of an optimization, as of single ones. The seed of an optimization is that of its search. */
export const RUN_SEED = 1
