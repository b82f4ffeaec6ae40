/** Column names of trade lists, as exported by platforms; see `findColumns` for how they are matched. */
export const TRADE_COLUMNS = {
  openTime: ['opentime', 'entrytime', 'openingtime', 'entrydatetime', 'opendate', 'entrydate', 'openedat', 'opened'],
  closeTime: [
    'closetime',
    'exittime',
    'closingtime',
    'exitdatetime',
    'closedate',
    'exitdate',
    'closedat',
    'closed',
    'datetime',
    'dateandtime',
    'time',
    'date',
  ],
  profit: ['netprofit', 'netpandl', 'netpnl', 'netpl', 'net', ...plain()],
  grossProfit: ['grossprofit', 'grosspandl', 'grosspnl', 'grosspl', 'gross'],
  instrumentId: ['instrumentid', 'instrument', 'symbol', 'ticker', 'pair', 'asset', 'market', 'item'],
  direction: ['direction', 'side', 'type', 'action', 'positiontype', 'tradetype'],
  quantity: ['quantity', 'qty', 'size', 'volume', 'lots', 'units', 'contracts', 'amount'],
  openPrice: ['openprice', 'entryprice', 'openingprice', 'pricein', 'avgentryprice'],
  closePrice: ['closeprice', 'exitprice', 'closingprice', 'priceout', 'avgexitprice'],
  equityAtEntry: ['equityatentry'],
  notional: ['notional', 'entryvalue', 'positionvalue'],
  pips: ['pips', 'netpips', 'profitpips'],
  risk: ['risk', 'initialrisk'],
  mae: ['mae', 'maxadverseexcursion', 'maximumadverseexcursion', 'drawdown'],
  mfe: ['mfe', 'maxfavorableexcursion', 'maximumfavorableexcursion', 'runup'],
  maePips: ['maepips'],
  mfePips: ['mfepips'],
  commission: ['commission', 'commissions', 'fee', 'fees'],
  commissionCost: ['commissioncost', 'commissioncosts'],
  swap: ['swap', 'swaps', 'rollover'],
  swapCost: ['swapcost', 'swapcosts'],
  fundingCost: ['fundingcost', 'fundingcosts'],
  spreadCost: ['spreadcost', 'spreadcosts'],
  slippageCost: ['slippagecost', 'slippagecosts', 'slippage'],
} as const

function plain(): readonly [string, ...string[]] {
  return ['profit', 'pandl', 'pnl', 'pl', 'profitloss', 'profitandloss', 'realizedpnl', 'realizedprofit']
}

export const EQUITY_COLUMNS = {
  time: ['time', 'datetime', 'date', 'timestamp', 'day'],
  equity: ['equity', 'accountequity', 'equityvalue', 'portfoliovalue', 'totalequity', 'nav', 'balance'],
} as const
