import { STARTER_SCRIPT } from '../starter-script.ts'
import type { Template } from './template.ts'

export const MOVING_AVERAGE_CROSS = {
  name: 'moving-average-cross',
  title: 'Moving average cross',
  description: 'Follows the trend: long while a fast average is above a slow one, short while it is below.',
  script: STARTER_SCRIPT,
} as const satisfies Template
