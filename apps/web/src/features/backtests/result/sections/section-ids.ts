import { z } from 'zod'

export const SECTION_IDS = ['overview', 'positions', 'orders', 'analysis', 'metrics', 'replay', 'data', 'log'] as const
export type SectionId = (typeof SECTION_IDS)[number]

/** The section of a result in the address; unknown ones show the overview. */
export const sectionSearch = z.object({ section: z.enum(SECTION_IDS).optional().catch(undefined) })
