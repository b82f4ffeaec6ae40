/** Label, field, what is wrong with it, and what it does to a backtest. */
export const FIELD_ORDER: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']
