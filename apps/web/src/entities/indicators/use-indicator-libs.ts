import type { Algorithm } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useUser } from '../user/bootstrap-query.ts'
import { indicatorsQuery } from './indicator-queries.ts'
import { indicatorTypings } from './indicator-typings.ts'

/** Declarations of the indicators that an algorithm can use besides those of the program. */
export function useIndicatorLibs({ latestVersion }: Pick<Algorithm, 'latestVersion'>): readonly string[] {
  const isSignedIn = Boolean(useUser())
  const { data: listed } = useQuery({ ...indicatorsQuery(true), enabled: isSignedIn })
  // A clone has copies of indicators that its owner does not have.
  const copied = latestVersion?.indicators.join(' ') ?? ''
  return useMemo(() => {
    const typings = indicatorTypings(listed ?? [], copied === '' ? [] : copied.split(' '))
    return typings === '' ? [] : [typings]
  }, [listed, copied])
}
