import type { Setting } from './setting.ts'

/** The order in which the price visits the extremes of a minute bar. */
export const path = {
  key: 'path',
  title: 'Price path inside a minute bar',
  help: 'Order in which open, high, low and close are reached.',
  group: 'prices',
  option: '--path',
  rule: 'packages/engine/src/loops/intrabar-path.ts',
  form: 'name',
  choices: {
    adaptive: {
      title: 'Nearest of high and low first',
      help: 'From the open to the nearer extreme, then to the other one, then to the close.',
    },
    ohlc: {
      title: 'Open, high, low, close',
      help: 'Every minute rises first, which favors long targets.',
      summary: 'price path open, high, low, close',
    },
    olhc: {
      title: 'Open, low, high, close',
      help: 'Every minute falls first, which favors short targets.',
      summary: 'price path open, low, high, close',
    },
    worst: {
      title: 'Worst for the account, bar by bar',
      help: 'In each minute that leaves open what happened first, the path that ends with the lower equity. What follows may differ, so the run need not be the lowest of all.',
      summary: 'price path worst for the account bar by bar',
    },
    best: {
      title: 'Best for the account, bar by bar',
      help: 'In each minute that leaves open what happened first, the path that ends with the higher equity. What follows may differ, so the run need not be the highest of all.',
      summary: 'price path best for the account bar by bar',
    },
  },
  default: 'adaptive',
} as const satisfies Setting
