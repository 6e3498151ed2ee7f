/** Words that distinguish ordinary language from names, and names of months, days and files. Data only. */
function list(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}

/** Words that begin sentences with a capital in conversations about work, and are not names there. */
export const sentenceStarters = list(`
absolutely accept according action actions add added adding additional additionally adjust adjusted agreed allow alright
alternatively amazing analysis analyze answer anyone apologies apply applied approach approve architecture assume attempt
available awesome bad based basic basically begin big break brief bug bugs build building built bye call calling cause certainly
change changed changes changing check checked checking choose clean cleaned clear clearly click close code collect command commands commit
committed compare compile complete completed completely component components conclusion configuration configure confirm confirmed congrats
congratulations consider continue convert cool copy correct create created creating critical current currently data date
day days debug decided decision decisions default define delete deleted depends deploy description design details dev did different direct display document
documentation double due earlier easy edit edited editing eight email enable end ensure ensures error errors evaluate event every exactly example examples excellent
execute executed executing existing expected explain explore export expose extend extract fact failed failing fair false fantastic fast feature features
feel file files fill filter final fine fix fixed fixes fixing focus follow followed following forget format found four five full function functions future
general generate generated glad goal goals guess handle handled happy hard hello help helper hey high hold hope hour
hours huge idea identified identify ignore implement implementation implemented implementing import important improve improved improvements include includes
including incorrect info information initial initially input inside insert inspect install installed installing integrate interesting internal introduce investigate
issue issues item items job join keep key keys kinda large layout leave left length level line lines link list listed listing load
local locate log logs long looking looks lots love low main maintain major manage mark match measure meanwhile merge merged message
messages method methods middle migrate mind minor minutes missing mode modified modify module modules monitor month morning move moved moving multiple must name names
nice night none normal normally note noted notes notice number object obviously observe ok old open option options order originally
output outside overall package page parse part pass passed passing path paste pending perfect perform performance perhaps pick place plan play
plus point possible post potential prepare press pretty prevent previous previously print prior problem problems proceed process progress project
prompt properly provide provided provides publish pull purpose push question questions quick quickly quote ran reached read reading ready real reason
recent recently recommend recommended record reduce refactor refactored refactoring refer reference regarding regardless register related release
reload remaining remember reminder remove removed removes removing rename renamed repeat replace replaced report repository request require required
requirements requires reset resolve resolved respond response restart restore result results resume retry return returned returns revert review
reviewed rewrite root rule rules run running runs safe save saved scan schedule scope search searching second section select send sent separate
server session set sets setting settings setup seven share short show showing shows side similar similarly simple simplify simply single six size
skip slow small solution solve someone sometime somewhat sorry sort sounds source special specific specifically specify split standard start started starting state
status step steps stop store strange string strong structure style success successfully suggest suggested summarize summarized summary support
supported switch switched sync system table tag target task tasks technical ten test tested testing tests text thinking third three time
times tip title todo tool tools top total totally track transform tried trigger truly trying turn type types typically ultimately understand understanding
understood undo unfortunately unit unlike update updated updates updating upgrade upload usage user users validate value values various
verify verified verifying version view visit visual wait waiting walk warning watch week weeks welcome whatever whenever wherever whole
wonderful work worked working works world worry wow wrap write writing written wrong wrote year years yep yesterday tomorrow tonight
zero absolutely agree aim appreciate are assistant bring building busy can't caring catch cheers chose count dear definitely delighted dinner does doesn't
don't eat enjoy evening everybody excited family feeling felt friend friends fun gonna gotta haha hang having hear heard hopefully imagine inspiring
isn't keeping kids kinda kudos life listen living loved makes meeting mom mum moreover music nah nope omg ooh overall painting perhaps photo
proud pursuing quality research running seeing seriously shoot someday sounds spending staying super supporting surely taking talk talking
talked that'd thats these they tho thx ugh wanna watched weekend whoa wishing woah won't wondering yay yup yours y'all
`);

/** Abbreviations of days: capitalized, but not names. */
export const shortWeekdays = list('mon tue tues wed thu thur thurs fri sat sun');

export const monthNumbers: ReadonlyMap<string, number> = new Map(
  Object.entries({
    1: 'january jan januar jänner janvier enero ene janv',
    2: 'february feb februar février fevrier febrero févr',
    3: 'march mar märz maerz mars marzo mär',
    4: 'april apr avril abril abr avr',
    5: 'may mai mayo',
    6: 'june jun juni juin junio',
    7: 'july jul juli juillet julio juil',
    8: 'august aug août aout agosto ago',
    9: 'september sep sept septembre septiembre',
    10: 'october oct oktober okt octobre octubre',
    11: 'november nov novembre noviembre',
    12: 'december dec dezember dez décembre diciembre dic déc',
  }).flatMap(([month, names]) => names.split(' ').map((name) => [name, Number(month)] as const)),
);

/** 0 is Sunday, as in Date.prototype.getUTCDay. */
export const weekdayNumbers: ReadonlyMap<string, number> = new Map(
  [
    'sunday sonntag dimanche domingo',
    'monday montag lundi lunes',
    'tuesday dienstag mardi martes',
    'wednesday mittwoch mercredi miércoles',
    'thursday donnerstag jeudi jueves',
    'friday freitag vendredi viernes',
    'saturday samstag sonnabend samedi sábado',
  ].flatMap((names, day) => names.split(' ').map((name) => [name, day] as const)),
);

export const fileExtensions = list(`
ts tsx js jsx mjs cjs mts cts d.ts json jsonl json5 yaml yml toml ini cfg conf env lock md mdx txt rst adoc tex bib csv tsv
xml html htm css scss sass less svg png jpg jpeg gif webp ico pdf doc docx xls xlsx ppt pptx odt py pyi ipynb rb rs go java
kt kts scala swift c h cc cpp cxx hpp hxx cu cuh m mm cs fs vb php pl pm lua r jl ex exs erl hs clj cljs dart vue svelte
astro sql sqlite db sh bash zsh fish ps1 bat cmd dockerfile gradle cmake make mk proto graphql gql tf tfvars hcl nix wasm
so dll dylib exe bin o a out deb rpm zip tar gz tgz bz2 xz zst 7z log bak tmp patch diff pem crt key map snap test spec mp3
mp4 wav mov avi mkv ogg flac ttf woff woff2 aux bbl sty cls
`);

/** Products that look like file names: "Node.js". */
export const productsWithDots = list(
  'node.js vue.js next.js react.js express.js three.js d3.js nuxt.js chart.js angular.js ember.js backbone.js socket.io asp.net discord.js alpine.js moment.js p5.js deno.js',
);

export const filesWithoutExtension = list(
  'Makefile Dockerfile Jenkinsfile Procfile Gemfile Rakefile Vagrantfile Brewfile CODEOWNERS LICENSE README CHANGELOG CMakeLists.txt .gitignore .env .npmrc .bashrc .zshrc .dockerignore .editorconfig .gitattributes .prettierrc .eslintrc',
);

export const sourceFolders = list(
  'src lib test tests docs doc packages node_modules app apps bin scripts include backend frontend components dist build config public assets examples benchmarks bench server client internal pkg cmd api web www vendor tools etc usr var tmp home opt .github .vscode .claude .git',
);

export const topLevelDomains = list(
  'com org net io dev ai co app gov edu info biz uk de fr es it nl eu ch at jp cn in us ca au br me tv xyz cloud tech ly gg sh',
);

/** Products and languages with inner capitals, which are not identifiers. */
export const productNames = list(`
GitHub GitLab JavaScript TypeScript PostgreSQL MySQL SQLite MongoDB YouTube LinkedIn PayPal OpenAI DeepMind ChatGPT iPhone iPad
iOS macOS MacBook iCloud PowerPoint PowerShell WordPress LaTeX BibTeX NumPy PyTorch TensorFlow GraphQL WebSocket WebAssembly
JetBrains IntelliJ VSCode DevOps FastAPI CloudFlare DigitalOcean HuggingFace StackOverflow McDonald WhatsApp TikTok eBay WiFi
BitBucket CircleCI DynamoDB RabbitMQ CoffeeScript AirBnB LangChain LlamaIndex OpenSSL OpenStreetMap DuckDB ClickHouse NextJS
`);

/** Common abbreviations, too general to keep as a name. */
export const commonAcronyms = list(`
AI API APIS CLI CPU CSS CSV GPU HTML HTTP HTTPS ID IDE IDS IO IP JS JSON LLM OK OS PDF PR PRS QA RAM REST SDK SQL SSH SSL TCP
TLS TODO TS UI URL URLS USA UTC UTF UX VM XML YAML FAQ ETA FYI ASAP TBD NB PS IMO BTW LOL OMG AM PM EST PST CET GMT DB DOM
README NOTE WARNING ERROR INFO DEBUG FIXME EOF NULL TRUE FALSE PASS FAIL GET POST PUT PATCH DELETE
`);

/** Programs whose name at the start of a code span or line indicates a shell command. */
export const programNames = list(`
npm npx yarn pnpm bun deno node git gh docker docker-compose podman kubectl helm terraform ansible aws gcloud az python
python3 pip pip3 pipx uv poetry conda pytest tox ruff black mypy cargo rustc rustup go gofmt make cmake ctest ninja gcc g++
clang gdb valgrind java javac mvn gradle dotnet ruby gem bundle rake rails php composer perl lua R julia curl wget ssh scp
rsync psql pg_dump mysql mysqldump sqlite3 redis-cli mongo mongosh apt apt-get apt-cache dpkg yum dnf brew pacman snap
systemctl journalctl service sudo su chmod chown ln ls cd cat head tail less grep rg awk sed find xargs tar unzip zip gzip
rm mv cp mkdir rmdir touch echo export source env kill ps top df du mount nohup tee diff patch jest vitest mocha tsc tsx
ts-node eslint prettier biome vite webpack next playwright cypress pdflatex latexmk bibtex pandoc ffmpeg convert open
bash sh zsh which nvcc nvidia-smi cuda-gdb everthread claude codex ollama vercel netlify fly heroku firebase supabase
`);

/** Units by what they measure. The factor converts them to the base unit. */
export const units: ReadonlyMap<string, { measure: string; factor: number }> = new Map(
  Object.entries({
    time: {
      'ms millisecond milliseconds msec millisekunden': 0.001,
      'µs us microsecond microseconds': 0.000_001,
      'ns nanosecond nanoseconds': 0.000_000_001,
      's sec secs second seconds sekunde sekunden seconde secondes segundo segundos': 1,
      'min mins minute minutes minuten minuto minutos': 60,
      'h hr hrs hour hours stunde stunden heure heures hora horas': 3600,
      'day days tag tage tagen jour jours día días': 86_400,
      'week weeks woche wochen semaine semaines semana semanas': 604_800,
    },
    months: {
      'month months monat monate monaten mois mes meses': 1,
      'year years yr yrs jahr jahre jahren an ans année années año años': 12,
      'decade decades': 120,
    },
    bytes: {
      'b byte bytes': 1,
      'kb kilobyte kilobytes kib': 1000,
      'mb megabyte megabytes mib': 1_000_000,
      'gb gigabyte gigabytes gib': 1_000_000_000,
      'tb terabyte terabytes tib': 1_000_000_000_000,
    },
    share: { '% percent pct prozent percentage': 1 },
    length: {
      'mm millimeter millimeters': 0.001,
      'cm centimeter centimeters': 0.01,
      'm meter meters metre metres': 1,
      'km kilometer kilometers kilometre kilometres kms': 1000,
    },
    imperial: { 'in inch inches': 1, 'ft foot feet': 12, 'yd yard yards': 36, 'mi mile miles': 63_360 },
    mass: { 'mg milligram milligrams': 0.001, 'g gram grams': 1, 'kg kilo kilos kilogram kilograms': 1000 },
    weight: { 'oz ounce ounces': 1, 'lb lbs pound pounds': 16 },
    pixels: { 'px pixel pixels': 1 },
    tokens: { 'token tokens': 1 },
    speed: { 'km/h kph': 1, mph: 1.609_344 },
    frequency: { 'hz hertz': 1, khz: 1000, mhz: 1_000_000, ghz: 1_000_000_000 },
    rate: { 'rps req/s requests/s': 1, qps: 1 },
    temperature: { '°c celsius': 1, '°f fahrenheit': 1.000_001 },
    power: { 'w watt watts': 1, 'kw kilowatt kilowatts': 1000, kwh: 1000.001 },
  }).flatMap(([measure, names]) =>
    Object.entries(names).flatMap(([spellings, factor]) =>
      spellings.split(' ').map((spelling) => [spelling, { measure, factor }] as const),
    ),
  ),
);
