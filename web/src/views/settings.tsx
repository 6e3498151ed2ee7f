/** Every setting with its value and where it comes from. */

import { api } from '../api/api.ts';
import { Shown, useLoaded } from '../parts/loaded.tsx';
import { safeText } from '../parts/safe-text.ts';
import { ScrollBox } from '../parts/scroll-box.tsx';

export function SettingsView() {
  const loaded = useLoaded((signal) => api.settings({ signal }), []);
  return (
    <div class="stack">
      <h1>Settings</h1>
      <Shown loaded={loaded}>
        {({ version, tenant, file, answers, settings }) => (
          <>
            <dl class="figures panel">
              <div>
                <dt>version</dt>
                <dd>{version}</dd>
              </div>
              <div>
                <dt>tenant</dt>
                <dd>{safeText(tenant)}</dd>
              </div>
              <div>
                <dt>file</dt>
                <dd class="mono">{file ? safeText(file) : 'none'}</dd>
              </div>
              <div>
                <dt>answers in the chat</dt>
                <dd>{safeText(answers)}</dd>
              </div>
            </dl>
            <ScrollBox label="Settings">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Setting</th>
                    <th scope="col">Value</th>
                    <th scope="col">From</th>
                    <th scope="col">What it does</th>
                  </tr>
                </thead>
                <tbody>
                  {settings.map(({ name, value, from, source, about }) => (
                    <tr key={name}>
                      <td class="mono">{name}</td>
                      <td class="mono">
                        {value === undefined || value === null
                          ? '–'
                          : safeText(typeof value === 'string' ? value : JSON.stringify(value))}
                      </td>
                      <td>
                        <span class={`chip ${from === 'default' ? '' : 'accent'}`} title={source}>
                          {from}
                        </span>
                      </td>
                      <td class="soft">{safeText(about)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollBox>
            {settings.length === 0 && (
              <p class="soft">This server was made by an app, which has its settings in its code.</p>
            )}
          </>
        )}
      </Shown>
    </div>
  );
}
