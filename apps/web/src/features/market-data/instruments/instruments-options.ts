import { z } from 'zod'

/** What a layout stores of the panel of instruments. */
export const instrumentsOptions = z.object({
  /** The text in the search field. */
  search: z.string().default(''),
})
export type InstrumentsOptions = z.infer<typeof instrumentsOptions>
