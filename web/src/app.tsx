/** The frame around all views: the bar, the list of threads, and the view that the address names. */
import { live } from './api/events.ts';
import { keyWanted, setKey } from './api/request.ts';
import { link, route } from './router.ts';
import { nextTheme, theme } from './theme.ts';
import { AllCostView } from './views/all-cost.tsx';
import { FirstRun } from './views/first-run.tsx';
import { SearchView } from './views/search.tsx';
import { SettingsView } from './views/settings.tsx';
import { ThreadView } from './views/thread.tsx';
import { ThreadList } from './views/thread-list.tsx';

const pages = [
  { name: 'threads', label: 'Threads', path: [] },
  { name: 'search', label: 'Search', path: ['search'] },
  { name: 'cost', label: 'Cost', path: ['cost'] },
  { name: 'settings', label: 'Settings', path: ['settings'] },
] as const;

export function App() {
  const { path, query } = route.value;
  const [page = 'threads', id] = path;
  const state =
    page === 'threads' && id !== undefined ? 'with-thread' : page === 'threads' ? '' : 'with-view';
  return (
    <div class={`page ${state}`}>
      <header class="bar">
        <button type="button" class="skip" onClick={focusMain}>
          Skip to the content
        </button>
        <a class="brand" href={link([])}>
          <img src="./icon.svg" alt="" /> Everthread
        </a>
        <nav aria-label="Pages">
          {pages.map(({ name, label, path }) => (
            <a key={name} href={link(path)} aria-current={page === name ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <span class="spread row small soft" role="status">
          <i class={`live ${live.value ? 'on' : ''}`} /> {live.value ? 'live' : 'connecting'}
        </span>
        <button type="button" onClick={nextTheme} aria-label={`Colours: ${theme.value}. Change them`}>
          {{ system: '◐', light: '☀', dark: '☾' }[theme.value]}
        </button>
      </header>
      <ThreadList selected={page === 'threads' ? id : undefined} />
      <main class="main" id="main" tabIndex={-1}>
        {keyWanted.value && <KeyForm />}
        {page === 'search' ? (
          <SearchView threadId={undefined} query={query.get('query') ?? ''} />
        ) : page === 'cost' ? (
          <AllCostView />
        ) : page === 'settings' ? (
          <SettingsView />
        ) : id === undefined ? (
          <FirstRun />
        ) : (
          <ThreadView key={id} id={id} view={path[2]} rest={path.slice(3)} query={query} />
        )}
      </main>
    </div>
  );
}

function focusMain(): void {
  document.getElementById('main')?.focus();
}

function KeyForm() {
  return (
    <form
      class="notice row"
      onSubmit={(event) => {
        event.preventDefault();
        setKey(String(new FormData(event.currentTarget).get('key')));
        location.reload();
      }}
    >
      <label>
        This server wants a key: <input name="key" type="password" required autocomplete="off" />
      </label>
      <button type="submit" class="primary">
        Use it in this tab
      </button>
    </form>
  );
}
