import { render } from 'preact';
import { follow } from './api/events.ts';
import { App } from './app.tsx';
import { applyTheme } from './theme.ts';
import './style/tokens.css';
import './style/base.css';
import './style/layout.css';
import './style/parts.css';
import './style/views.css';

applyTheme();
const page = document.getElementById('page')!;
// Removes what the page shows until the script is loaded.
page.replaceChildren();
render(<App />, page);
follow();
