import type { ComponentType } from 'react'
import { z } from 'zod'

/** What the component of a panel gets. */
export interface PanelProps<Options> {
  readonly title: string
  readonly options: Options
  /** Keeps other options: with the layout, or with the user if the panel says so. */
  readonly onOptions: (options: Options) => void
}

interface Size {
  readonly w: number
  readonly h: number
}

/** How small and how big a panel may be, in columns and rows; without a limit, from one cell to all columns. */
export interface SizeLimits {
  readonly min?: Partial<Size>
  readonly max?: Partial<Size>
}

/** An option that the settings of a panel offer, besides its instrument. */
export type PanelSetting =
  | { readonly option: string; readonly label: string; readonly choices: readonly string[] }
  | { readonly option: string; readonly label: string }

interface PanelDefinition<Options> extends SizeLimits {
  /** What layouts call it; never change it. */
  readonly name: string
  readonly title: string
  /** After G, this key goes to it. One of its own, A to Z: there may be more panels than letters. */
  readonly letter?: string
  /** What it shows, where panels are chosen; its size without it. */
  readonly about?: string
  /** Columns and rows of the grid. */
  readonly size: Size
  /** The schema has a default for each option. */
  readonly options: z.ZodType<Options>
  readonly settings?: readonly PanelSetting[]
  /** Options that are changed while the panel is used: they are kept with the user, for each instrument, and no layout changes. */
  readonly keptWithUser?: readonly (keyof Options & string)[]
  /** It lists instruments: the one that is chosen in it is shown by the panels of its group. */
  readonly choosesInstrument?: boolean
  /** Raise it when stored options need a change, and tell `migrate` how. */
  readonly version: number
  /** The options of an earlier version as those of this one. */
  readonly migrate?: (options: unknown, version: number) => unknown
  /** Who may see it: everybody, or users; visitors read `login` instead. */
  readonly access: 'public' | { readonly login: string }
  readonly load: () => Promise<ComponentType<PanelProps<Options>>>
}

/** A panel whose options only it understands. */
export interface Panel extends Omit<PanelDefinition<unknown>, 'options' | 'migrate' | 'keptWithUser'> {
  readonly keptWithUser: readonly string[]
  /** Options as a layout stores them; the defaults, with a warning in the console, if they cannot be read. */
  readonly readOptions: (stored: unknown) => unknown
  /** Options with some of them replaced; as they are if the replacements cannot be read. */
  readonly withOptions: (options: unknown, replaced: object) => unknown
  readonly storeOptions: (options: unknown) => StoredOptions
}

export const storedOptions = z.object({ version: z.number().int(), values: z.unknown() })
export type StoredOptions = z.infer<typeof storedOptions>

/** Describes a panel of dashboards; found in files named `<name>.panel.tsx` in the folders of features. */
export function definePanel<Options>({ options, version, migrate, ...panel }: PanelDefinition<Options>): Panel {
  // A panel without a default for each of its options fails here, and not on a user's dashboard.
  const defaults = options.parse({})

  function read(stored: unknown): Options {
    const { version: storedVersion, values } = storedOptions.parse(stored)
    if (storedVersion > version) throw new Error('They are of a later version')
    return options.parse(storedVersion < version && migrate ? migrate(values, storedVersion) : values)
  }

  return {
    ...panel,
    version,
    keptWithUser: panel.keptWithUser ?? [],
    load: panel.load as Panel['load'],
    withOptions: (given, replaced) => options.safeParse({ ...(given as object), ...replaced }).data ?? given,
    storeOptions: (values) => ({ version, values }),
    readOptions: (stored) => {
      if (stored === undefined) return defaults
      try {
        return read(stored)
      } catch (error) {
        // oxlint-disable-next-line no-console -- the panel works, with less than was stored
        console.warn(
          `The stored options of the panel ${panel.name} cannot be read; it starts with its defaults.`,
          error,
        )
        return defaults
      }
    },
  }
}
