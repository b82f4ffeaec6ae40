import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { bootstrapQuery } from '../entities/user/bootstrap-query.ts'
import { Panel } from '../ui/panel.tsx'
import page from '../ui/page.module.css'

/** Version, license, and the notices that licenses of bundled software require. */
export function AboutPage(): ReactElement {
  const version = useQuery(bootstrapQuery).data?.version
  return (
    <div className={page['page']}>
      <div className={page['title']}>
        <h1>About Tradeloom</h1>
      </div>
      <Panel title="Version and license">
        <p className="prose">Tradeloom {version ?? ''} is free software under the Apache License 2.0.</p>
      </Panel>
      <Panel title="Charts">
        <p className="prose">
          TradingView Lightweight Charts™, Copyright (c) 2025 TradingView, Inc.{' '}
          <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer" className="underlined">
            https://www.tradingview.com/
          </a>
        </p>
      </Panel>
      <Panel title="Other software">
        <p className="prose">
          React, Mantine, TanStack, Monaco Editor, Zod, Zustand, Day.js and Tabler Icons under the MIT License; D3 under
          the ISC License; Inter and JetBrains Mono under the SIL Open Font License 1.1.
        </p>
      </Panel>
    </div>
  )
}
