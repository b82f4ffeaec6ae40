import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { toastError } from '../../../ui/toast.ts'
import { versionQuery } from '../../../entities/algorithms/algorithm-queries.ts'

/** Loads the script of the chosen version; true while it loads. If that fails, the dialog says so and closes. */
export function useLoadedVersion(
  algorithm: { readonly id: string; readonly readOnly: boolean },
  versionId: string | null,
  onClose: () => void,
): boolean {
  const { isError, isPending } = useQuery({
    ...versionQuery(algorithm, versionId ?? ''),
    enabled: versionId !== null,
  })
  const fail = useEffectEvent(() => {
    toastError('Error retrieving algorithm version')
    onClose()
  })
  useEffect(() => {
    if (isError) fail()
  }, [isError])
  return isPending
}
