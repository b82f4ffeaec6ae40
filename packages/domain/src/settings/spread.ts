import type { Setting } from './setting.ts'

/** For data with one price; quoted prices keep their own spread. Applied when the data is read, not by the engine. */
export const spread = {
  key: 'spread',
  title: 'Spread',
  help: 'Distance between bid and ask if the data has only one price.',
  group: 'prices',
  option: '--spread',
  rule: 'packages/market-data/src/store/spread-model.ts',
  form: 'tagged',
  tag: 'model',
  subject: 'spread',
  choices: {
    data: {
      title: 'None',
      help: 'Bid and ask both equal the price in the data: results are better than real ones.',
    },
    fixed: {
      title: 'Constant',
      help: 'Trade prices are the midpoint between bid and ask.',
      fields: {
        pips: {
          kind: 'number',
          title: 'Spread',
          help: 'Distance between bid and ask.',
          unit: 'pips',
          min: 0,
          max: 1000,
          step: 0.1,
          name: 'pips',
          initial: 1,
        },
      },
      summary: '{pips} pips',
    },
    hourly: {
      title: 'By hour of the week',
      help: 'Wider at night and around the weekend than during the day.',
      needsTable: true,
      summary: 'by hour',
    },
  },
  default: 'data',
  whenQuoted: { title: 'As in the data', help: 'This instrument has bid and ask at all times.' },
  table: {
    key: 'spreadByHour',
    title: 'Spread by hour of the week',
    help: 'CSV with the header hour,pips and 168 rows; hour 0 is Sunday 00:00 UTC. "tradeloom spread" writes this file.',
    option: '--spread-file',
    without: { title: 'Constant', help: 'The same spread at all times.' },
    within: { title: 'By hour of the week', help: 'From a file or learned from quotes.' },
    summary: 'by hour, {min} to {max} pips',
  },
} as const satisfies Setting
