import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { masterKeyQuery } from './admin-queries.ts'

/** Says that secrets cannot be read, or would be lost with this machine. */
export function MasterKeyBanner(): ReactElement | null {
  const { data } = useQuery(masterKeyQuery)
  if (data === undefined || data === null) return null
  if (data.problem !== null) return <Banner tone="warn" text={data.problem} />
  if (data.exported !== null) return null
  return (
    <Banner
      tone="warn"
      text="The master key has not been printed. No backup contains it, and without it all exchange keys and second factors are lost. Print it on the server with: tradeloom key export"
    />
  )
}
