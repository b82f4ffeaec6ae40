import { z } from 'zod'

/** How a dataset is shown. Columns are named by their places. */
export const datasetOptions = z.object({
  /** Those that are drawn; the first ones if null. */
  columns: z.array(z.number().int()).nullable().default(null),
  /** Those with the axis on the left. */
  left: z.array(z.number().int()).default([]),
  isLog: z.boolean().default(false),
  isTable: z.boolean().default(false),
  /** The day at whose end it is shown as it was known; null: as it is today. */
  asKnown: z.iso.date().nullable().default(null),
})
export type DatasetOptions = z.infer<typeof datasetOptions>

export const shownDataset = z.object({ provider: z.string(), code: z.string(), name: z.string() })
export type ShownDataset = z.infer<typeof shownDataset>

export const dataSourcesOptions = datasetOptions.extend({ dataset: shownDataset.nullable().default(null) })
export type DataSourcesOptions = z.infer<typeof dataSourcesOptions>
