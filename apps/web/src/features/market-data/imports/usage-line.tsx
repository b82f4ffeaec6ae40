import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { usageQuery } from '../../../entities/instruments/market-data-queries.ts'
import { useUser } from '../../../entities/user/bootstrap-query.ts'
import { formatBytes } from '../../../ui/format.ts'
import classes from '../market-data.module.css'

/** Administrators have no quota. */
export function useUsage() {
  const isAdmin = useUser()?.isAdmin ?? false
  return useQuery({ ...usageQuery, enabled: !isAdmin })
}

/** Storage used of the user's quota; nothing for users without a quota. */
export function UsageLine(): ReactElement | null {
  const isAdmin = useUser()?.isAdmin ?? false
  const { data } = useUsage()
  if (isAdmin) return <p className={`muted ${classes['usage']}`}>Your imports are shared with every user.</p>
  if (!data || data.maxStoredBytes === null) return null
  const text = `${formatBytes(data.storedBytes)} of ${formatBytes(data.maxStoredBytes)} stored`
  return (
    <div className={classes['usage']}>
      <span className="muted">Your imports are private. {text}.</span>
      <Progress value={(data.storedBytes / data.maxStoredBytes) * 100} size={4} aria-label={text} />
    </div>
  )
}
