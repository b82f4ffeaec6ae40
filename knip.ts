import type { KnipConfig } from 'knip'
import { readPackages } from './tools/workspace/read-packages.ts'

/** What a package needs besides the entries that its own package.json names. */
const SPECIAL: Readonly<Record<string, object>> = {
  'packages/sandbox': { ignoreBinaries: ['bwrap'] },
  'packages/backup': { ignoreBinaries: ['mount', 'umount'] },
  // Makes certificates of stand-ins.
  'apps/server': { ignoreBinaries: ['openssl'] },
  // The generated list that imports them is not in the repository, so it is not looked at.
  'packages/market-data': {
    entry: ['src/import/formats/*-format.ts', 'src/sources/providers/*-provider.ts', 'src/store/testing/*.ts'],
  },
  'packages/trading': { entry: ['src/guard/rules/*-rule.ts'] },
  'packages/client': { entry: ['generate-types.ts'], project: ['src/**/*.ts', '*.ts'] },
  'packages/script': { ignoreDependencies: ['@types/estree'] },
  'apps/web': {
    entry: [
      'src/routes/**/*.tsx',
      'src/{entities,features}/*/*.live.ts',
      'src/features/**/*.panel.tsx',
      'src/features/notifications/channels/*.channel.tsx',
    ],
    project: ['src/**/*.{ts,tsx}', '*.ts'],
  },
}

const packages = readPackages(import.meta.dirname).filter(({ kind }) => kind !== 'tests')

const config: KnipConfig = {
  ignoreDependencies: ['oxfmt'],
  ignoreExportsUsedInFile: { interface: true, type: true },
  workspaces: {
    '.': {
      entry: [
        'tools/*.{ts,mjs}',
        'tools/programs/launch.mjs',
        'tools/{commits,lanes,programs,structure,words}/main.ts',
        'tools/fixtures/make.ts',
        'tools/docs/check-pages.ts',
        'tools/docs/write-reference.ts',
        'tests/golden/**/*.ts',
        'tests/hostile/main.ts',
        'tests/hostile/run-in-tier.ts',
      ],
      project: ['tools/**/*.{ts,mjs}', 'tests/golden/**/*.ts', 'tests/hostile/*.ts', 'tests/upgrades/*.ts'],
    },
    ...Object.fromEntries(
      packages.map(({ folder, kind, entries }) => [
        folder,
        {
          entry: kind === 'app' ? ['src/main.{ts,tsx}', ...entries] : [...entries],
          project: ['src/**/*.{ts,tsx}'],
          ...SPECIAL[folder],
        },
      ]),
    ),
    'tests/e2e': {
      entry: [
        'main.ts',
        'budgets.ts',
        'chart-frames.ts',
        'lighthouse.ts',
        'list-load.ts',
        'kill-times.ts',
        'live-latency.ts',
        'readme-pictures.ts',
        'load/arbitrage-paint.ts',
        'load/backup-load.ts',
        'load/growth.ts',
        'load/live-load.ts',
        'load/live-panels.ts',
        'load/price-clients.ts',
        'load/after-kills.ts',
        'load/venue-latency.ts',
        'optimization-load.ts',
        'optimization-page.ts',
        'pictures.ts',
        'cluster/main.ts',
        'faults/main.ts',
        '*.spec.ts',
      ],
      project: ['**/*.ts'],
      ignoreBinaries: ['mount', 'taskset', 'umount'],
    },
    'tests/fuzz': { entry: ['*.test.ts'], project: ['*.ts'] },
    'tests/bench': {
      entry: ['main.ts', 'contestant.ts', 'contestants/**/*.ts', 'peers/install.ts'],
      project: ['**/*.ts'],
      ignoreBinaries: ['cc'],
    },
  },
}

export default config
