import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { AuditTable } from '../../entities/audit/audit-table.tsx'
import { activityQuery } from './security-queries.ts'

/** The last lines of the audit log about this account. */
export function Activity(): ReactElement {
  const { data, error, refetch } = useQuery(activityQuery)
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />
  if (data.length === 0) {
    return (
      <EmptyState title="Nothing yet" text="Logins and changes that concern the safety of your account appear here." />
    )
  }
  return <AuditTable lines={data} maxHeight="300px" />
}
