import type { Setting } from './setting.ts'

const money = { kind: 'number', unit: 'in account currency', min: 0, max: 10_000, step: 0.5, default: 0 } as const
const share = { kind: 'number', unit: '% of value', max: 10, step: 0.01, default: 0 } as const

/** Charged on every fill, in account currency; zero means none. */
export const commission = {
  key: 'commission',
  title: 'Commission',
  help: 'Charged on every fill.',
  group: 'fills',
  option: '--commission',
  rule: 'packages/domain/src/rules/commission-of.ts',
  form: 'fields',
  subject: 'commission',
  choices: {
    each: {
      title: 'Commission',
      help: 'The sum of its parts.',
      fields: {
        perLot: {
          ...money,
          title: 'Commission per lot',
          help: 'For 100,000 units, on each fill.',
          name: 'lot',
          summary: '{} per lot',
        },
        percent: {
          ...share,
          min: 0,
          title: 'Commission',
          help: 'Share of the value of each fill.',
          name: 'percent',
          summary: '{}%',
        },
        minimum: {
          ...money,
          title: 'Minimum commission per fill',
          help: 'Applies once to each fill that is charged, however many positions it closes and opens.',
          name: 'min',
          summary: 'at least {}',
        },
        makerPercent: {
          ...share,
          min: -10,
          title: 'Maker fee',
          help: 'Added for orders that rested at their price; negative for a rebate.',
          name: 'maker',
          summary: 'maker fee {+}%',
        },
        takerPercent: {
          ...share,
          min: -10,
          title: 'Taker fee',
          help: "Added for orders that took the market's price.",
          name: 'taker',
          summary: 'taker fee {+}%',
        },
      },
    },
  },
  default: 'each',
} as const satisfies Setting
