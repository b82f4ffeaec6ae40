import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { showLayout } from '../../entities/panels/dashboard-state.ts'
import { allLayouts } from '../../entities/panels/layout-machine.ts'
import { tellLayouts, useLayouts } from '../../entities/panels/layouts-store.ts'
import type { Layout } from '../../entities/panels/layout.ts'

/** The layout of the address; undefined while it is not known whether there is one. The first one takes the place of none. */
export function useShownLayout(): Layout | undefined {
  const { layoutName } = useParams({ strict: false })
  const navigate = useNavigate()
  const state = useLayouts()
  const layouts = allLayouts(state)
  const found = layouts.find(({ name }) => name === layoutName)
  const first = layouts[0]?.name
  const isMissing = found === undefined && (layoutName === undefined || isKnown(state.known))
  const wanted = state.open ?? (isMissing ? '' : null)
  const target = wanted === '' ? first : (wanted ?? undefined)
  useEffect(() => {
    if (target === undefined) return
    if (target !== layoutName) {
      void navigate({ to: '/platform/$layoutName', params: { layoutName: target }, replace: wanted === '' })
    } else if (state.open !== null) tellLayouts({ is: 'opened' })
  }, [target, layoutName, wanted, navigate, state.open])
  const name = found?.name
  useEffect(() => {
    if (name !== undefined) showLayout(name)
  }, [name])
  return found
}

const isKnown = (known: string): boolean => known === 'ready' || known === 'none'
