import type { Setting } from './setting.ts'

const rate = { kind: 'number', min: -1000, max: 1000, step: 0.1, initial: 0 } as const
const CREDIT = 'Negative is paid, positive is earned.'

const fieldsIn = <const Unit extends string>(unit: Unit) =>
  ({
    long: { ...rate, unit, title: 'Swap long', help: CREDIT, name: 'long' },
    short: { ...rate, unit, title: 'Swap short', help: CREDIT, name: 'short' },
    tripleWeekday: {
      kind: 'weekday',
      title: 'Triple swap night',
      help: 'This night counts three times because its trades settle after the weekend.',
      name: 'triple',
      default: 3,
    },
  }) as const

/** Interest on positions held over 17:00 New York. Credits are positive. */
export const swap = {
  key: 'swap',
  title: 'Swap',
  help: 'Interest on positions held past 17:00 New York.',
  group: 'holding',
  option: '--swap',
  rule: 'packages/engine/src/account/swap.ts',
  form: 'tagged',
  tag: 'unit',
  subject: 'swap',
  choices: {
    pips: {
      title: 'Pips per night',
      help: 'Charged at 17:00 New York, daylight saving time included.',
      fields: fieldsIn('pips'),
      summary: '{+long} long and {+short} short pips per night',
    },
    percent: {
      title: 'Percent per year',
      help: 'Share of the value; each night counts 1/360 of a year, at 17:00 New York.',
      fields: fieldsIn('% per year'),
      summary: '{+long} long and {+short} short % per year',
    },
  },
  default: 'none',
  none: { title: 'None', help: 'No overnight financing is charged.' },
  table: {
    key: 'swapRates',
    title: 'Swap rates by day',
    help: 'CSV with the header day,long,short: days in New York, rates in the unit above. A rate holds until the next day listed.',
    option: '--swap-file',
    without: { title: 'Constant', help: 'The same rates every night.' },
    within: { title: 'By day', help: "The broker's rates for each day, from a file." },
    summary: 'at rates of {count} days from {first} to {last}, before that {else}',
  },
} as const satisfies Setting
