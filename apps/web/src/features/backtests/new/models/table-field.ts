import type { SettingTable } from '@tradeloom/domain'
import type { ModelsForm } from './models-form.ts'

/** What the field of a long table is given. */
export interface TableFieldProps {
  readonly models: ModelsForm
  readonly table: SettingTable
  readonly error: string | undefined
}
