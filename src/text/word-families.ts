/**
 * Families of English words whose stems differ: verbs and their nouns ("weigh", "weight"), people by what they do
 * ("teach", "teacher"), short and long forms ("photo", "photograph"), British and American spellings, countries and
 * their adjectives. Data only.
 */
const deeds =
  'weigh weight;depart departure;decide decision;choose chose chosen choice;lose lost loss;die death dead;marry marriage;sell sold sale seller;' +
  'grow grew grown growth;fly flew flown flight;speak spoke spoken speech;give gave given gift;advise advice;believe belief;prove proof;' +
  'describe description;receive receipt;succeed success;sign signature;try trial;pay paid payment;treat treatment;' +
  'ship shipment;agree agreement;apply application;explain explanation;vary variation;compare comparison;' +
  'permit permission;submit submission;divide division;extend extension;expand expansion;conclude conclusion;' +
  'produce production product;reduce reduction;introduce introduction;destroy destruction;solve solution;' +
  'resolve resolution;repeat repetition;compete competition;define definition;assume assumption;' +
  'consume consumption;subscribe subscription;prescribe prescription;register registration;fail failure;close closure;' +
  'mix mixture;enter entrance entry;perform performance;insure insurance;attend attendance;guide guidance;' +
  'enrol enroll enrolment enrollment;deliver delivery;discover discovery;recover recovery;inherit inheritance;' +
  'behave behaviour behavior;complain complaint;respond response;defend defence defense;lend loan;' +
  'serve service;hate hatred;laugh laughter;train trainer;bleed blood';
const qualities =
  'long length;wide width;high height;deep depth;strong strength;hot heat;warm warmth;young youth;true truth;' +
  'safe safety;angry anger;hungry hunger;thirsty thirst;anxious anxiety;allergic allergy;able ability;ill illness;' +
  'sick sickness;poor poverty;proud pride;cruel cruelty;difficult difficulty;loyal loyalty;wise wisdom;' +
  'medicine medical medication;surgeon surgery surgical;dentist dental;vegetarian veggie;vegan veganism';
const people =
  'teach taught teacher;write wrote written writer;paint painter;drive drove driven driver;sing sang sung singer;play player;dance dancer;clean cleaner;' +
  'garden gardener;farm farmer;own owner;bake baker bakery;brew brewer brewery;run runner;swim swimmer;climb climber;' +
  'hike hiker;build built builder;keep keeper;lead leader;win won winner;speak spoke spoken speaker;read reader;act actor actress;' +
  'music musician;library librarian;electric electrician;science scientist;art artist;piano pianist;guitar guitarist;' +
  'violin violinist;drum drummer;psychology psychologist;therapy therapist;politics politician;' +
  'plumb plumber;carpenter carpentry;law lawyer;nurse nursing;farm farming';
const lengths =
  'tv television telly;phone telephone smartphone;photo photograph photography;fridge refrigerator;gym gymnasium;' +
  'exam examination;lab laboratory;ad advert advertisement;app application;info information;docs documentation;' +
  'config configuration;repo repository;db database;auth authentication;env environment;param parameter;' +
  'prod production;admin administrator administration;bike bicycle;plane airplane aeroplane;mom mum mother mama;' +
  'dad father papa;grandma grandmother granny;grandpa grandfather;vet veterinarian veterinary;uni university;' +
  'flu influenza;mic microphone;math maths mathematics;temp temperature;pic picture;' +
  'kilo kilogram kg;kilometer kilometre km;meter metre;centimeter centimetre cm;millimeter millimetre mm;liter litre;' +
  'gram gramme;hr hour;k8s kubernetes;js javascript;ts typescript;py python;' +
  'perf performance;spec specification;dev developer development;ref reference;dir directory';
const spellings =
  'colour color;favourite favorite;centre center;theatre theater;tyre tire;grey gray;programme program;' +
  'neighbour neighbor;jewellery jewelry;aluminium aluminum;pyjamas pajamas;mould mold;licence license;' +
  'organise organize;realise realize;recognise recognize;apologise apologize;cosy cozy;sceptical skeptical;' +
  'plough plow;kerb curb;catalogue catalog;dialogue dialog;analyse analyze;practise practice;flavour flavor;' +
  'harbour harbor;honour honor;humour humor;labour labor;rumour rumor;odour odor;vapour vapor;yoghurt yogurt;' +
  'whisky whiskey;doughnut donut;moustache mustache;storey story;fibre fiber;cheque check';
const countries =
  'france french;germany german;spain spanish;italy italian;england english;japan japanese;china chinese;' +
  'portugal portuguese;poland polish;sweden swedish;norway norwegian;denmark danish;finland finnish;greece greek;' +
  'turkey turkish;switzerland swiss;netherlands dutch holland;scotland scottish;ireland irish;wales welsh;' +
  'canada canadian;mexico mexican;argentina argentinian;peru peruvian;israel israeli;thailand thai;vietnam vietnamese;' +
  'iceland icelandic;europe european';

const read = (lists: readonly string[]) =>
  lists.flatMap((list) => list.split(';').map((family) => family.split(' ')));

/** Words that mean the same: a query for one of them should find the others. */
export const wordFamilies: readonly (readonly string[])[] = read([deeds, lengths, spellings]);

/** Related words with different meanings: in a conversation about dancing, few messages are about a dancer. */
export const nearFamilies: readonly (readonly string[])[] = read([qualities, people, countries]);
