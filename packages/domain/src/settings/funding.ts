import type { Setting } from './setting.ts'

/** Payments between the sides of a perpetual: a positive rate is paid by long positions to short ones. */
export const funding = {
  key: 'funding',
  title: 'Funding',
  help: 'Payments between long and short positions of a perpetual contract.',
  group: 'holding',
  option: '--funding',
  rule: 'packages/engine/src/account/funding.ts',
  form: 'fields',
  subject: 'funding',
  choices: {
    rate: {
      title: 'Perpetual contract',
      help: 'Long positions pay a positive rate, short positions receive it.',
      fields: {
        hours: {
          kind: 'number',
          title: 'Funding interval',
          help: 'Counted from 00:00 UTC.',
          unit: 'h',
          min: 1,
          max: 168,
          step: 1,
          isWhole: true,
          name: 'hours',
          default: 8,
        },
        rate: {
          kind: 'number',
          title: 'Funding rate',
          help: 'Share of the value at each payment; with known rates, used where none is known.',
          unit: '%',
          factor: 100,
          min: -0.1,
          max: 0.1,
          step: 0.01,
          name: 'rate',
          initial: 0.0001,
        },
      },
      summary: '{rate}% every {hours} h',
    },
  },
  default: 'none',
  none: { title: 'None', help: 'Not a perpetual contract.' },
  table: {
    key: 'fundingRates',
    title: 'Known funding rates',
    help: 'CSV with the header time,rate: UTC times as ISO 8601 or milliseconds, rates as fractions (0.0001 is 0.01%).',
    option: '--funding-file',
    without: { title: 'Constant', help: 'The same rate at every payment.' },
    within: { title: 'Known rates', help: "The exchange's rate of each payment, from a file." },
    summary: 'at {count} known rates from {first} to {last}, otherwise {else}',
  },
} as const satisfies Setting
