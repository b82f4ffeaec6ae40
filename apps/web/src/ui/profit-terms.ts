/** Its name on every screen, except for columns whose headers are specified. */
export const MAX_DRAWDOWN = 'Maximum drawdown'

/** Terms of profits, as they are explained on hover: each has one meaning on every screen. */
export const PROFIT_TERMS = {
  profit: 'Net of commission, swap and funding; spread and slippage are part of the prices',
  realized: 'Realized: the sum of closed positions and parts, net of all costs',
  unrealized: 'Unrealized: the sum of open positions at the newest prices, net of the costs that were paid for them',
  atStop:
    'Unrealized: the sum of what it has left open, at the prices when it was stopped; Open Positions shows it now',
  total: 'Total = realized + unrealized: the change of equity, without transfers',
  balance:
    'Balance = initial balance + transfers + profit of closed positions - costs of open ones that were paid already; at a spot market, the cash and what open positions have cost',
  equity: 'Equity = balance + profit, both shown next to it',
  ofAccount:
    'Profit of open positions before commission, swap and funding, which the balance has paid already: the sum of their rows + these costs',
} as const
