/**
 * Words that describe a password where the password itself could also be: "the password is wrong", "das Passwort ist
 * abgelaufen". Because a password may be a plain word too, only a list tells the two apart.
 */
const words = (list: string) => new Set(list.trim().split(/\s+/));

const statements = words(`
  required incorrect wrong invalid missing empty correct valid stored hashed encrypted reset expired weak strong needed
  optional case too also only very really safe secure unknown secret protected blank null undefined true false none that
  this what where when there here just being been used using same different default sent shown visible hidden your mine
  ours the not never always must should will with without from into about something anything nothing string text field
  input value okay fine good long short easy hard longer shorter still already login access authenticate change confirm
  enter protect unlock continue proceed sign verify verification available documented printed logged rotated leaked
  exposed managed kept saved included mandatory compromised checked verified accepted rejected changed updated generated
  unique unchanged ready gone lost forgotten nowhere somewhere elsewhere anywhere everywhere plain plaintext numeric
  alphanumeric random personal private public shared common simple complex salted temporary permanent current identical
  old older newer option flag parameter argument prompt file policy manager below above attached written noted posted
  taped printed disabled enabled locked blocked active inactive outdated unsafe insecure broken unset unavailable between
  least most more less than they which because since again soon later today tomorrow yesterday now fully partly nearly
  deprecated supported unsupported configured masked omitted obvious terrible awful great perfect funny weird important
  all any some one two three four five six seven eight nine ten twelve plural singular

  obligatorio falsch richtig ungültig gültig abgelaufen leer lang kurz länger kürzer schwach stark sicher unsicher
  schwer leicht einfach neu alt gleich anders unbekannt bekannt geheim nötig notwendig erforderlich pflicht dort hier noch
  nicht schon immer wieder jetzt gespeichert verschlüsselt gehasht vergessen geändert zurückgesetzt festgelegt hinterlegt
  öffentlich privat optional weg kaputt komisch blöd zufällig numerisch identisch verfügbar aktiv gesperrt mindestens
  unten oben anbei auch eigentlich leider nirgends irgendwo überall

  faux fausse erroné expiré expirée vide long trop court faible fort forte sûr nouveau nouvelle ancien même différent
  inconnu secret requis nécessaire obligatoire enregistré stocké chiffré haché changé modifié oublié perdu dans sur sous
  encore déjà toujours aussi bien mauvais invalide valide incorrecte incorrect correct correcte identique public privé
  celui celle aléatoire numérique nulle part partout ici simple compliqué sécurisé ci-dessous

  incorrecta correcta errónea inválida válida caducada vacía larga corta débil fuerte segura insegura nueva vieja misma
  distinta diferente desconocida secreta requerida necesaria obligatoria guardada cifrada cambiada olvidada perdida
  demasiado muy también siempre todavía aquí allí abajo arriba igual pública privada fácil difícil aleatoria

  errada errado inválido vazia vazio longa longo curta curto fraca forte seguro nova novo antiga mesma mesmo diferente
  desconhecida obrigatória obrigatório necessária salva armazenada criptografada alterada esquecida perdida muito também
  sempre ainda aqui abaixo acima

  sbagliata sbagliato errato scaduta scaduto vuota vuoto lunga lungo corta corto debole forte sicura nuova nuovo vecchia
  stessa stesso diversa sconosciuta segreta richiesta necessaria obbligatoria salvata cifrata cambiata dimenticata persa
  troppo molto anche sempre ancora sotto sopra uguale quella quello facile difficile

  onjuist fout verkeerd ongeldig geldig verlopen leeg zwak sterk veilig nieuw oud hetzelfde anders onbekend geheim nodig
  vereist verplicht opgeslagen versleuteld gewijzigd vergeten kwijt ook altijd niet

  fel felaktigt ogiltigt giltigt tomt långt kort svagt starkt säkert nytt gammalt samma okänt hemligt krävs obligatoriskt
  sparat krypterat ändrat glömt borttappat inte alltid också forkert ugyldig gyldig utløpt udløbet tomt langt svak stærk
  sikker ny gammel hemmelig nødvendig påkrævet gemt lagret endret ændret glemt ikke altid alltid også feil galt

  väärin väärä oikein vanhentunut tyhjä pitkä lyhyt heikko vahva turvallinen uusi vanha sama pakollinen

  nieprawidłowe nieprawidlowe błędne prawidłowe wygasło puste długie krótkie słabe silne bezpieczne nowe stare takie inne
  nieznane tajne wymagane konieczne zapisane zaszyfrowane zmienione zapomniane jest nie już zawsze

  špatné nesprávné chybné správné neplatné platné prázdné dlouhé krátké slabé silné bezpečné nové staré stejné jiné
  neznámé tajné povinné nutné uložené zapomenuté nie není już

  hibás helytelen érvénytelen üres hosszú rövid gyenge erős biztonságos új régi ugyanaz kötelező greșită incorectă
  expirată goală lungă scurtă slabă puternică nouă veche aceeași obligatorie

  yanlış hatalı geçersiz geçerli doğru boş uzun kısa zayıf güçlü güvenli yeni eski aynı farklı bilinmiyor gizli gerekli
  zorunlu kayıtlı şifreli değişti unutuldu sıfırlandı burada değil

  неверный неправильный неверен неправилен верный правильный истёк истек пустой длинный короткий слабый сильный надёжный
  надежный новый старый такой другой неизвестен секретный обязателен обязательный нужен сохранён сохранен зашифрован
  изменён изменен сброшен забыт утерян должен должна можно нельзя надо есть нет очень тоже также всегда уже ещё теперь
  хранится здесь там

  sai đúng trống dài ngắn yếu mạnh mới khác gì không được phải salah benar kosong panjang pendek lemah kuat aman baru
  lama sama wajib harus tidak sudah belum

  λάθος σωστός κενός ισχυρός αδύναμος νέος παλιός ίδιος υποχρεωτικός

  خاطئة صحيحة فارغة طويلة قصيرة ضعيفة قوية جديدة قديمة نفسها مطلوبة غير ليست שגויה נכונה ריקה ארוכה קצרה חלשה חזקה חדשה
  ישנה נדרשת לא גם
`);

/** Participles and adjectives in languages whose endings are regular: "gespeichert", "modificada". */
const participle =
  /^(?:(?:zurück|aus|ein|ab|an|auf|um|vor|nach)?ge\p{Ll}{2,}(?:t|en)|(?:ver|be|er|zer|ent)\p{Ll}{3,}(?:t|en)|\p{Ll}{2,}(?:ed|ing|ly|able|ible|ful|less|ous|ial|ical|iert|aient|ée?s?|ada|ado|ida|ido|ata|ato|uta|uto|nięte|ané|mış|miş|muş|müş|ная|ный|ное|лся|лась))$/u;

/** Whether the word is in the list of words that describe a password. */
export function isPasswordStatement(word: string): boolean {
  return statements.has(word.toLowerCase());
}

/** Whether the word has the ending of a participle or adjective. Some words that people choose as passwords do too. */
export function isParticiple(word: string): boolean {
  return participle.test(word.toLowerCase());
}
