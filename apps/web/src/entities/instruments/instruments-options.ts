import { z } from 'zod'

export const INSTRUMENT_GROUPS = ['Class', 'Exchange', 'Currency'] as const
export type InstrumentGroup = (typeof INSTRUMENT_GROUPS)[number]

export const instrumentsOptions = z.object({ group: z.enum(INSTRUMENT_GROUPS).default('Class') })
export type InstrumentsOptions = z.output<typeof instrumentsOptions>
