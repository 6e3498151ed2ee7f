/** Shows every setting with its value and where it comes from. */

import { api } from '../api/api.ts';
import type { Settings } from '../api/types.ts';
import { Figures } from '../parts/figures.tsx';
import { Shown, useLoaded } from '../parts/loaded.tsx';
import { safeText } from '../parts/safe-text.ts';
import { type Column, Table } from '../parts/table.tsx';

const columns: readonly Column<Settings['settings'][number]>[] = [
  { title: 'Setting', class: 'mono', cell: ({ name }) => name },
  {
    title: 'Value',
    class: 'mono',
    cell: ({ value }) =>
      value === undefined || value === null
        ? '–'
        : safeText(typeof value === 'string' ? value : JSON.stringify(value)),
  },
  {
    title: 'From',
    cell: ({ from, source }) => (
      <span class={`chip ${from === 'default' ? '' : 'accent'}`} title={source}>
        {from}
      </span>
    ),
  },
  { title: 'What it does', class: 'soft', cell: ({ about }) => safeText(about) },
];

export function SettingsView() {
  const loaded = useLoaded((signal) => api.settings({ signal }), []);
  return (
    <div class="stack">
      <h1>Settings</h1>
      <Shown loaded={loaded}>
        {({ version, tenant, file, answers, settings }) => (
          <>
            <Figures
              panel
              list={[
                ['version', version],
                ['tenant', safeText(tenant)],
                ['file', <span class="mono">{file ? safeText(file) : 'none'}</span>],
                ['answers in the chat', safeText(answers)],
              ]}
            />
            <Table label="Settings" rows={settings} keyOf={({ name }) => name} columns={columns} />
            {settings.length === 0 && (
              <p class="soft">This server was made by an app, which has its settings in its code.</p>
            )}
          </>
        )}
      </Shown>
    </div>
  );
}
