import type { Setting } from './setting.ts'

/** When a resting limit order or take profit fills. */
export const limitFill = {
  key: 'limitFill',
  title: 'Limit orders fill',
  help: 'When a resting limit order or take profit fills.',
  group: 'orders',
  option: '--limit-fill',
  rule: 'packages/engine/src/venues/simulated/limit-fill.ts',
  form: 'tagged',
  tag: 'model',
  choices: {
    through: {
      title: 'When traded through',
      help: 'Must trade through the limit (conservative).',
    },
    touch: {
      title: 'When touched',
      help: 'Touching is enough (optimistic).',
      summary: 'limits fill when touched',
    },
    probability: {
      title: 'With a probability when touched',
      help: 'A touch fills with this probability, once per order; trading through always fills.',
      fields: {
        probability: {
          kind: 'number',
          title: 'Probability of a fill when touched',
          help: 'The same seed fills the same orders.',
          unit: '%',
          factor: 100,
          isTypedAsStored: true,
          min: 0,
          max: 1,
          step: 5,
          name: 'probability',
          initial: 0.5,
        },
      },
      summary: 'limits fill at {probability}% of touches',
    },
  },
  default: 'through',
} as const satisfies Setting
