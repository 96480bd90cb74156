# Our own stand-in for one run of SemEval-2007's scorer: a system's file and a gold in, best or
# oot out. It goes the official way - a hash of shares made for each line, guesses respelled and
# searched for duplicates - without the quirks.
# perl score_peer.pl SYSTEM GOLD best|oot
use strict;
use warnings;

my ($system, $gold, $task) = @ARGV;
my (%votes, %mode);

open(my $in, '<', $gold) or die "$gold: $!";
while (my $line = <$in>) {
    my ($id, $rest) = $line =~ /[\w.]+ (\S+) :: (.*)/ or next;
    my ($highest, $tied, $sum) = (0, 0, 0);
    for my $response (split /;/, $rest) {
        my ($text, $count) = $response =~ /(\w[\w'\s-]*\w|\w) +(\d+)/ or next;
        $votes{$id}{$text} += $count;
        $sum += $count;
        if ($count > $highest) { ($highest, $tied) = ($count, 0); $mode{$id} = $text }
        elsif ($count == $highest) { $tied = 1 }
    }
    delete $mode{$id} if $tied;
    if ($sum < 2) { delete $votes{$id}; delete $mode{$id} }
}
close $in;

my ($credit, $attempted, $hits, $duplicates) = (0, 0, 0, 0);
open($in, '<', $system) or die "$system: $!";
while (my $line = <$in>) {
    my ($id, $rest) = $line =~ /[\w.]+ (\S+) :::? (.*)/ or next;
    next unless $votes{$id};
    my $sum = 0;
    $sum += $_ for values %{ $votes{$id} };
    my %share;
    while (my ($text, $count) = each %{ $votes{$id} }) {
        $share{$text} = $count / $sum;
        (my $spaced = $text) =~ s/-/ /g;
        $share{$spaced} = $count / $sum;
    }
    my @guesses;
    for my $guess (split /;/, $rest) {
        $guess =~ s/^non[- ]/non/;
        $guess =~ s/-/ /g;
        $guess =~ s/'//;
        push @guesses, $guess;
    }
    next unless @guesses;
    $attempted++;
    my %seen;
    $duplicates++ if grep { $seen{$_}++ } @guesses;
    @guesses = @guesses[0 .. 9] if $task eq 'oot' && @guesses > 10;
    my $line_credit = 0;
    $line_credit += $share{$_} // 0 for @guesses;
    $credit += $task eq 'best' ? $line_credit / @guesses : $line_credit;
    next unless defined $mode{$id};
    $hits++ if grep { $_ eq $mode{$id} } $task eq 'best' ? $guesses[0] : @guesses;
}
close $in;
printf "%d %d %.6f %.6f %.6f\n", scalar(keys %votes), $attempted, $credit / $attempted,
    $credit / keys %votes, $hits / keys %mode;
