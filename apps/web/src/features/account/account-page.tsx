import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { ErrorState, LoadingRows } from '../../ui/states.tsx'
import { accountQuery } from './account-queries.ts'
import { DeleteAccount } from './delete-account.tsx'
import { ExportAccount } from './export-account.tsx'
import classes from '../../ui/settings-section.module.css'

/** What a user takes along, and how one leaves. */
export function AccountPage(): ReactElement {
  const { data, error, refetch } = useQuery(accountQuery)
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />
  return (
    <div className={classes['sections']}>
      <section className={classes['section']} aria-label="Export">
        <h3>Export</h3>
        <ExportAccount newest={data.export} />
      </section>
      <section className={classes['section']} aria-label="Delete account">
        <h3>Delete account</h3>
        <DeleteAccount deletion={data.deletion} undoDays={data.undoDays} />
      </section>
    </div>
  )
}
