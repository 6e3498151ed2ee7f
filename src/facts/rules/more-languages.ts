/** Orders that last, in Hindi, Vietnamese and Indonesian. */

import { fromNowOn } from '../from-now-on.ts';
import type { InstructionGrammar } from './grammar.ts';

const hindi = (() => {
  const order =
    '(?:दो|दें|दीजिए|करो|करें|कीजिए|लिखो|लिखें|लिखिए|चलाओ|चलाएँ|चलाएं|बोलो|बोलें|पूछो|पूछें|पूछिए|रखो|रखें|बताओ|बताएँ|बताएं|देना|करना|लिखना|बोलना|पूछना|रखना|बताना|बदलो|हटाओ|डालो|मत)[।.! ]*$';
  return [
    `^(?:${fromNowOn.hindi})[,\\s]\\s?[^?]{2,120}${order}`,
    `^(?:हमेशा|कभी भी|कभी)\\s[^?]{2,120}${order}`,
    `^(?:हर बार|जब भी)\\s(?!मैं)[^?]{2,120}${order}`,
    `^[^?]{2,80}\\s(?:हमेशा|कभी)\\s[^?]{0,60}${order}`,
  ];
})();

const vietnamese = (() => {
  const order =
    '(?:hãy|luôn|đừng|không được|chỉ|vui lòng|nhớ|phải|chạy|hỏi|trả lời|viết|dùng|gọi|kiểm tra|xưng)(?!\\p{L})';
  return [
    `^(?:${fromNowOn.vietnamese}),?\\s+(?:bạn\\s+)?${order}`,
    `^(?:mỗi khi|mỗi lần|hễ) (?!tôi|mình|nó|họ|anh ấy|chị ấy|ứng dụng|máy)[^?,]{2,80},\\s*(?:bạn\\s+)?${order}`,
    '^(?:hãy )?luôn (?:luôn )?(?:trả lời|viết|dùng|sử dụng|chạy|hỏi|kiểm tra|gọi|thêm|giữ)(?!\\p{L})',
    '^(?:đừng bao giờ|không bao giờ được|tuyệt đối không)\\s\\p{L}',
    '^trước khi (?!tôi)[^?,]{2,60},\\s*(?:hãy |luôn |phải )+',
    '^hãy gọi tôi là\\s',
  ];
})();

const indonesian = (() => {
  const order =
    '(?:selalu|jangan|harap|tolong|hanya|jalankan|tanyakan|tanya|jawab|jawablah|tulis|tulislah|gunakan|pakai|panggil|periksa|cek|tambahkan|kamu harus|anda harus)(?!\\p{L})';
  return [
    `^(?:${fromNowOn.indonesian}),?\\s+${order}`,
    `^(?:setiap kali|tiap kali|kapan pun) (?!saya|aku|dia|mereka)[^?,]{2,80},\\s*${order}`,
    '^selalu (?:jawab|tulis|gunakan|pakai|jalankan|tanya|tanyakan|periksa|cek|sertakan|tambahkan)(?!\\p{L})',
    '^jangan pernah\\s\\p{L}',
    '^sebelum (?!saya|aku)[^?,]{2,60},\\s*(?:selalu |tolong )+',
    '^panggil (?:saya|aku)\\s',
  ];
})();

export const moreLanguages: InstructionGrammar = { patterns: [...vietnamese, ...indonesian, ...hindi] };
