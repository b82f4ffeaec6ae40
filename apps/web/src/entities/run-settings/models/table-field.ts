import type { SettingTable } from '@tradeloom/domain'
import type { ModelsForm } from './models-form.ts'

/** Props of a long table's field. */
export interface TableFieldProps {
  readonly models: ModelsForm
  readonly table: SettingTable
  readonly error: string | undefined
}
