import type { Setting } from './setting.ts'

const rate = { min: 0, max: 1, factor: 100, unit: '%' } as const

/** Fraction of a position's value held as margin. */
export const margin = {
  key: 'margin',
  title: 'Margin',
  help: "Share of a position's value that is held as margin.",
  group: 'account',
  option: '--margin',
  rule: 'packages/engine/src/account/margin-model.ts',
  form: 'tagged',
  tag: 'model',
  subject: 'margin',
  choices: {
    instrument: {
      title: "The instrument's rate",
      help: "The broker's margin rate.",
    },
    rate: {
      title: 'One rate',
      help: 'The same share of the value for every position.',
      fields: {
        rate: {
          ...rate,
          kind: 'number',
          title: 'Margin rate',
          help: '5% allows positions of twenty times the balance.',
          unit: '% of value',
          isTypedAsStored: true,
          step: 0.5,
          name: 'rate',
          initial: 0.05,
        },
      },
      summary: '{rate}%',
    },
    tiers: {
      title: 'By quantity',
      help: 'Larger positions need a larger share; each rate applies to the units of its own tier.',
      fields: {
        tiers: {
          kind: 'tiers',
          title: 'Margin by quantity',
          help: 'Each rate applies to the units from its own start to the next one.',
          name: 'tiers',
          maxTiers: 50,
          rate,
          initial: [
            { from: 0, rate: 0.02 },
            { from: 100_000, rate: 0.05 },
          ],
        },
      },
      summary: 'in {tiers} tiers',
    },
  },
  default: 'instrument',
} as const satisfies Setting
